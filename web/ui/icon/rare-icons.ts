import Copy from "lucide-react/icons/copy";
import Mail from "lucide-react/icons/mail";

/** Icons of single forms, loaded with them. */
export const rareIcons = { copy: Copy, mail: Mail } as const;
