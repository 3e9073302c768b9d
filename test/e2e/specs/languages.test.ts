import { testMainPathIn } from '../mainPathIn.ts';
import { PSEUDO_LANGUAGE } from '../pseudoLanguage.ts';

testMainPathIn('ja');
testMainPathIn(PSEUDO_LANGUAGE);
