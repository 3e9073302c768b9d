import { languagesInUse } from '../../l10n/catalogs.ts';
import { testMainPathIn } from '../mainPathIn.ts';

// `npm test` runs Japanese, and the pseudo-language, which finds texts that are not translated.
for (const language of languagesInUse().filter((one) => one !== 'ja')) {
  testMainPathIn(language);
}
