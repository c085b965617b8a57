import ArrowDownRight from "lucide-react/icons/arrow-down-right";
import ArrowUpRight from "lucide-react/icons/arrow-up-right";
import Banknote from "lucide-react/icons/banknote";
import Bell from "lucide-react/icons/bell";
import Boxes from "lucide-react/icons/boxes";
import ChartColumn from "lucide-react/icons/chart-column";
import Check from "lucide-react/icons/check";
import CloudOff from "lucide-react/icons/cloud-off";
import CreditCard from "lucide-react/icons/credit-card";
import Diff from "lucide-react/icons/diff";
import Download from "lucide-react/icons/download";
import Eraser from "lucide-react/icons/eraser";
import FileSearch from "lucide-react/icons/file-search";
import History from "lucide-react/icons/history";
import Landmark from "lucide-react/icons/landmark";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import LogOut from "lucide-react/icons/log-out";
import Minus from "lucide-react/icons/minus";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Package from "lucide-react/icons/package";
import PackagePlus from "lucide-react/icons/package-plus";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Printer from "lucide-react/icons/printer";
import ReceiptText from "lucide-react/icons/receipt-text";
import Search from "lucide-react/icons/search";
import Settings from "lucide-react/icons/settings";
import ShoppingBasket from "lucide-react/icons/shopping-basket";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import Smartphone from "lucide-react/icons/smartphone";
import Sun from "lucide-react/icons/sun";
import Trash2 from "lucide-react/icons/trash-2";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Upload from "lucide-react/icons/upload";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";

/** Icons used only after sign-in, loaded with the app's frame. */
export const appIcons = {
  adjust: Diff,
  audit: FileSearch,
  bank: Landmark,
  basket: ShoppingBasket,
  bell: Bell,
  boxes: Boxes,
  card: CreditCard,
  cash: Banknote,
  chart: ChartColumn,
  dashboard: LayoutDashboard,
  delete: Trash2,
  down: ArrowDownRight,
  download: Download,
  edit: Pencil,
  erase: Eraser,
  logout: LogOut,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  offline: CloudOff,
  package: Package,
  packagePlus: PackagePlus,
  past: History,
  phone: Smartphone,
  plus: Plus,
  print: Printer,
  receipt: ReceiptText,
  search: Search,
  settings: Settings,
  sliders: SlidersHorizontal,
  sun: Sun,
  tick: Check,
  up: ArrowUpRight,
  upload: Upload,
  userPlus: UserPlus,
  users: Users,
  warning: TriangleAlert,
} as const;
