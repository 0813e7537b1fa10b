// What a first visit loads before the 3D part, gzipped as it is sent: the document, what it names, the fonts, and the
// heaviest of the languages, each of which is a file of its own; without what is fetched when somebody opens it.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const LIMIT = 200;
const page = join(import.meta.dirname, '../../knobel/server/page');
const assets = readdirSync(join(page, 'assets'));
const late = (name) => /^(three|solid)-/.test(name);
/** Fetched when somebody opens it, and not before. */
const opened = (name) => /^(Chat|Elsewhere|Menu|Over|Review|Rules|linking)-/.test(name);
const weight = (name) => {
  const bytes = readFileSync(join(page, name));
  return (/\.(woff2|png)$/.test(name) ? bytes.length : gzipSync(bytes).length) / 1000;
};

const languages = readdirSync(join(import.meta.dirname, '../src/words')).filter((name) => /^..\.ts$/.test(name)).map((name) => name.slice(0, 2));
const spoken = assets.filter((name) => languages.includes(name.split('-')[0])).sort((a, b) => weight(`assets/${b}`) - weight(`assets/${a}`));
const first = ['index.html', 'icon.svg', 'manifest.webmanifest', 'worker.js', ...assets.filter((name) => !late(name) && !opened(name) && !spoken.slice(1).includes(name)).map((name) => `assets/${name}`)];
let sum = 0;
for (const name of first) {
  const kilobytes = weight(name);
  sum += kilobytes;
  console.log(`${kilobytes.toFixed(1).padStart(8)} kB  ${name}`);
}
const when = assets.filter(opened).reduce((all, name) => all + weight(`assets/${name}`), 0);
const afterwards = assets.filter(late).reduce((all, name) => all + weight(`assets/${name}`), 0);
console.log(`${sum.toFixed(1).padStart(8)} kB  first visit, every page and game of it (limit ${LIMIT})`);
console.log(`${when.toFixed(1).padStart(8)} kB  chat, rules, menu, result and review, each when it is opened`);
console.log(`${afterwards.toFixed(1).padStart(8)} kB  the 3D part, which loads after`);
process.exit(sum > LIMIT ? 1 : 0);
