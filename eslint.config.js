import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const nodeGlobals = ['AbortController', 'Buffer', 'URL', 'clearInterval', 'clearTimeout', 'console', 'fetch', 'performance', 'process', 'setInterval', 'setTimeout'];

export default defineConfig(
  globalIgnores(['build/', 'dist/']),
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])) },
  },
  {
    // Functions that Playwright runs in the page see the page's globals.
    files: ['tests/browser/**/*.mjs', 'tests/library/browser.test.mjs', 'tests/bench/page/*.mjs'],
    languageOptions: { globals: { document: 'readonly', window: 'readonly' } },
  },
  {
    files: ['web/**/*.ts', 'wasm/library/*.ts', '*.ts'],
    extends: [tseslint.configs.strict],
  },
  {
    rules: {
      eqeqeq: 'error',
      'no-console': 'off',
      'prefer-const': 'error',
    },
  },
);
