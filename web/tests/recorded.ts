/** The recorded throws, for tests: they run where files are not fetched. */
const FILES = import.meta.glob<string>('../src/stage/recorded/*.bin', { query: '?url&inline', import: 'default', eager: true });

export function recorded(dice: number): Uint8Array<ArrayBuffer> {
  const [, text = ''] = FILES[`../src/stage/recorded/solid-throws-${dice}.bin`]?.split(',') ?? [];
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** So many bytes go over the wire. */
export async function weight(file: Uint8Array<ArrayBuffer>): Promise<number> {
  const packed = new Response(new Blob([file]).stream().pipeThrough(new CompressionStream('gzip')));
  return (await packed.arrayBuffer()).byteLength;
}
