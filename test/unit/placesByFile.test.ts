import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { PLACES_BY_FILE } from '../e2e/placesByFile.ts';

/** An import of functions, not only of types, that make texts for a place on screen or show them there. */
const OF_TEXT_ON_SCREEN = /^import \{[^}]*\} from '[\w./]+\/(?:base\/(?:sinkText|terminalText)|window\/\w+)\.ts'/m;

describe('The places in which hostile texts are shown', () => {
  it('are named for each file that shows texts, or why it shows none', () => {
    const files = globSync('src/**/*.ts').filter(
      (file) => !file.startsWith('src/ui/window/') && OF_TEXT_ON_SCREEN.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(files.sort(), Object.keys(PLACES_BY_FILE).sort());
  });
});
