import ArrowLeft from "lucide-react/icons/arrow-left";
import Calculator from "lucide-react/icons/calculator";
import ChevronUp from "lucide-react/icons/chevron-up";
import Delete from "lucide-react/icons/delete";
import Inbox from "lucide-react/icons/inbox";
import Keyboard from "lucide-react/icons/keyboard";
import Lock from "lucide-react/icons/lock";
import Pause from "lucide-react/icons/pause";
import Percent from "lucide-react/icons/percent";
import ScanBarcode from "lucide-react/icons/scan-barcode";
import Star from "lucide-react/icons/star";
import Undo2 from "lucide-react/icons/undo-2";

/** Icons used only by the sell screen. */
export const tillIcons = {
  arrowLeft: ArrowLeft,
  backspace: Delete,
  calculator: Calculator,
  chevronUp: ChevronUp,
  keyboard: Keyboard,
  lock: Lock,
  park: Pause,
  percent: Percent,
  scan: ScanBarcode,
  star: Star,
  undo: Undo2,
  unsent: Inbox,
} as const;
