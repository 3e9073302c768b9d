import { testMainPathIn } from '../mainPathIn.ts';

testMainPathIn('ja');
