import { useEffect, useState } from "react";

export type ServerPage = Readonly<{ page: number; turn: (page: number) => void }>;

/** Which page of a list is shown, the first being 1; what is asked for otherwise begins there again. */
export function useServerPage(asked = ""): ServerPage {
  const [turned, setTurned] = useState({ asked, page: 1 });
  return {
    page: turned.asked === asked ? turned.page : 1,
    turn: (page) => setTurned({ asked, page }),
  };
}

/** The last page of a list that has become shorter meanwhile takes the place of one that is no more. */
export function useLastPage(
  { page, turn }: ServerPage,
  pageSize: number,
  total: number | undefined,
): void {
  const last = total === undefined ? page : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (page > last) turn(last);
  });
}
