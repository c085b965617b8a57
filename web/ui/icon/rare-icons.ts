import Copy from "lucide-react/icons/copy";
import Mail from "lucide-react/icons/mail";
import Send from "lucide-react/icons/send";

/** Icons of single forms, loaded with them. */
export const rareIcons = { copy: Copy, mail: Mail, send: Send } as const;
