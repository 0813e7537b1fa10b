import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { worker } from './tools/worker-plugin.ts';

const BUNDLED = ['@noble/hashes', '@fontsource-variable/atkinson-hyperlegible-next', '@fontsource-variable/fraunces', 'svelte', 'three', 'uqr'];

/** The licences of what is inside the page go with it. */
function licences(): Plugin {
  const of = (name: string): string => {
    const folder = join(import.meta.dirname, 'node_modules', name);
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `${name}\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}`;
  };
  return {
    name: 'licences',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: BUNDLED.map(of).join(`\n${'='.repeat(80)}\n\n`) });
    },
  };
}

// The page is built into the Python package, which serves it; file names carry the hash of what is in them.
export default defineConfig({
  plugins: [svelte(), licences(), worker()],
  build: {
    outDir: '../knobel/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false, // a preload that the service worker answers is a warning in every console
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'three', test: /node_modules\/three/ }] } } },
  },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
