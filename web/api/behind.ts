/** An answer said that something newer is written and not yet in it: the next news brings it. */
function createBehind() {
  let isBehind = false;
  return {
    note: () => void (isBehind = true),
    /** Whether one was, since it was last asked. */
    take: (): boolean => {
      const was = isBehind;
      isBehind = false;
      return was;
    },
  };
}

export const behind = createBehind();
