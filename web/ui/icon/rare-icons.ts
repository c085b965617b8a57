import Copy from "lucide-react/icons/copy";
import Mail from "lucide-react/icons/mail";
import MessageSquare from "lucide-react/icons/message-square";
import Send from "lucide-react/icons/send";
import Share2 from "lucide-react/icons/share-2";

/** Icons of single forms, loaded with them. */
export const rareIcons = {
  copy: Copy,
  mail: Mail,
  message: MessageSquare,
  send: Send,
  share: Share2,
} as const;
