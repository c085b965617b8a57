import {
  ArrowLeft,
  ChevronUp,
  Delete,
  Inbox,
  Keyboard,
  Pause,
  Play,
  ScanBarcode,
  Star,
  Undo2,
} from "lucide-react";

/** The drawings only the sell screen needs. */
export const tillIcons = {
  arrowLeft: ArrowLeft,
  backspace: Delete,
  chevronUp: ChevronUp,
  keyboard: Keyboard,
  park: Pause,
  recall: Play,
  scan: ScanBarcode,
  star: Star,
  undo: Undo2,
  unsent: Inbox,
} as const;
