const END_OF_LINE = "\n";

/** Whole lines out of a text that comes in pieces of any size; what is behind the last end of a line is no line. */
export function createLineReader(): (piece: string) => readonly string[] {
  let rest = "";
  return (piece) => {
    const lines = (rest + piece).split(END_OF_LINE);
    rest = lines.pop() ?? "";
    return lines;
  };
}
