/** The bytes that a WebP picture begins with, and then the text: another picture for each text. */
export function somePicture(text: string): Buffer {
  const rest = Buffer.from(`WEBPVP8 ${text}`);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(rest.length);
  return Buffer.concat([Buffer.from("RIFF"), size, rest]);
}
