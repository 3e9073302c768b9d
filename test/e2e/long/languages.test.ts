import { languagesInUse } from '../../l10n/catalogs.ts';
import { testMainPathIn } from '../mainPathIn.ts';
import { PSEUDO_LANGUAGE } from '../pseudoLanguage.ts';

// `npm test` runs Japanese. The pseudo-language finds texts that are not translated.
for (const language of [PSEUDO_LANGUAGE, ...languagesInUse().filter((tag) => tag !== 'ja')]) {
  testMainPathIn(language);
}
