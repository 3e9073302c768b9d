import type { Conversion } from '../../model/upload.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { conversionOffers, isOfMember } from './conversionOffers.ts';
import type { ConversionId, ConversionOffer } from './conversionOffers.ts';

/** Conversions of which only one can be chosen. */
const ALTERNATIVES: readonly (readonly [ConversionId, ConversionId])[] = [
  ['fromEncoding', 'otherEncoding'],
  ['fromMember', 'oneRow'],
  ['fromMember', 'toArray'],
  ['fromKeys', 'oneRow'],
  ['fromArrays', 'oneRow'],
  ['fromDecimalCommas', 'withoutThousandsCommas'],
];

/** Whether only one of two conversions can be chosen, of which `likely` is kept if nothing else decides. */
function areAlternatives(likely: ConversionId, other: ConversionId): boolean {
  return isOfMember(likely)
    ? other === 'oneRow' || (isOfMember(other) && likely < other)
    : ALTERNATIVES.some((pair) => pair[0] === likely && pair[1] === other);
}

/** Changes that are the same as in an earlier conversion although their details differ. */
const MAY_DIFFER: ReadonlySet<string> = new Set<keyof Conversion>([
  'withoutTitleLines',
  'withoutTrailingLines',
  'withoutTotalRow',
  'totalRows',
  'withoutTrailingColumns',
  'toPlainNumbers',
  'fromDecimalCommas',
  'withoutThousandsCommas',
  'fromKeys',
  'fromArrays',
]);

/** Merges the chosen conversions that are offered. Of two alternatives, the likely one wins. */
export function chosenConversion(offers: readonly ConversionOffer[], chosen: ReadonlySet<ConversionId>): Conversion {
  const selected = offers.filter(({ id }) => chosen.has(id));
  return selected
    .filter(({ id: other }) => !selected.some(({ id }) => areAlternatives(id, other)))
    .reduceRight<Conversion>((all, { conversion }) => ({ ...all, ...conversion }), {});
}

/** The conversion without which the service can't read the text; empty if it can. */
export function neededConversion(check: CheckResult): Conversion {
  const offers = conversionOffers(check);
  const needed = offers.filter(({ isNeeded }) => isNeeded).map(({ id }) => id);
  return chosenConversion(offers, new Set(needed));
}

/** The conversion with which as many problems as possible are resolved, some of which only the user can choose. */
export function fullConversion(check: CheckResult): Conversion {
  const offers = conversionOffers(check);
  return chosenConversion(offers, new Set(offers.map(({ id }) => id)));
}

/**
 * The offers that an earlier conversion included. Commas may be in other columns by now, and there may be more title lines, rows, lines below
 * the table or empty columns.
 */
export function offersWithin(offers: readonly ConversionOffer[], earlier: Conversion): ReadonlySet<ConversionId> {
  const known: Readonly<Record<string, unknown>> = { ...earlier };
  const isSame = (name: string, value: unknown) =>
    MAY_DIFFER.has(name) ? known[name] !== undefined : known[name] === value;
  const isWithin = ({ conversion }: ConversionOffer) =>
    Object.entries(conversion).every(([name, value]) => isSame(name, value));
  return new Set(offers.filter(isWithin).map(({ id }) => id));
}

/**
 * The selection with only one of each pair of alternatives: the one that was selected last. If several were selected at once, as by Select
 * All, the one that was selected before, else the likely one.
 */
export function withOneAlternative(
  selected: ReadonlySet<ConversionId>,
  before: ReadonlySet<ConversionId>,
): ReadonlySet<ConversionId> {
  const ids = [...selected];
  const areSeveralNew = ids.filter((id) => !before.has(id)).length > 1;
  const isReplacedBy = (id: ConversionId, other: ConversionId): boolean => {
    if (areAlternatives(id, other)) {
      return before.has(areSeveralNew ? other : id);
    }
    return areAlternatives(other, id) && !before.has(areSeveralNew ? id : other);
  };
  return new Set(ids.filter((id) => !ids.some((other) => isReplacedBy(id, other))));
}
