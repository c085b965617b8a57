import Copy from "lucide-react/icons/copy";
import Mail from "lucide-react/icons/mail";

/** The drawings of a form here and there: they come with it. */
export const rareIcons = { copy: Copy, mail: Mail } as const;
