/** Puts the service worker beside the page, with the names of the files that it keeps from the start. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ALSO = ['/icon.svg', '/manifest.webmanifest'];
/** The 3D part is large: it is kept once it was used. */
const LATER = /^assets\/(three|solid)-/;

export function worker(): Plugin {
  return {
    name: 'worker',
    enforce: 'post',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !LATER.test(name));
      const source = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8');
      const written = `const FILES = ${JSON.stringify([...ALSO, ...files.sort().map((name) => `/${name}`)])};\n${source}`;
      const build = createHash('sha256').update(written).digest('hex').slice(0, 12);
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: `const BUILD = '${build}';\n${written}` });
    },
  };
}
