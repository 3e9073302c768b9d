import type { ArrayRows } from '../../model/upload.ts';
import type { JsonOutline } from '../json/jsonOutline.ts';
import type { Finding } from './dataProblem.ts';
import { isErrorResponse } from './errorResponse.ts';
import { findRowsAsArrays, isHeaderName } from './rowsAsArrays.ts';
import type { ArrayTable } from './rowsAsArrays.ts';
import { hasRowsByKey, holdsManyRowsByKey, keyColumnOf } from './rowsByKey.ts';
import { hasRowsInColumns } from './rowsInColumns.ts';

type UnlikelyRow = Extract<
  Finding,
  { readonly code: 'rowsByKey' | 'rowsInColumns' | 'rowsAsArrays' | 'errorResponse' }
>;

/** Why the only object of a text is unlikely to be a row. */
export function unlikelyRow(
  object: JsonOutline,
  found: Finding | undefined,
  isElement: boolean,
): UnlikelyRow | undefined {
  if (isErrorResponse(object, isElement)) {
    return { code: 'errorResponse' };
  }
  const certainName = found?.code === 'rowsInObject' && found.isCertain ? found.name : undefined;
  const mayBeObjects = found?.code === 'rowsInObject' || (found?.code === 'oneObject' && found.members !== undefined);
  const arrays = findRowsAsArrays(object);
  // The objects that look like rows may describe the columns.
  const areArrays = certainName === undefined ? !mayBeObjects || arrays?.hasHeader : isHeaderName(certainName);
  if (arrays !== undefined && areArrays === true) {
    return arraysFinding(arrays.name, isElement ? undefined : arrays.table);
  }
  if (certainName !== undefined) {
    return undefined;
  }
  // The names of columns may look like IDs, too.
  if (hasRowsInColumns(object)) {
    return { code: 'rowsInColumns' };
  }
  return hasRowsByKey(object) || (!mayBeObjects && holdsManyRowsByKey(object))
    ? { code: 'rowsByKey', keyColumn: isElement ? undefined : keyColumnOf(object) }
    : undefined;
}

/** The finding that rows are arrays. `name`: of the member that has them. */
export function arraysFinding(name: string | undefined, table: ArrayTable | undefined): UnlikelyRow {
  return { code: 'rowsAsArrays', name, table: table && withoutNames(table) };
}

/** Where the rows are, which the upload records. The names are read again when they are sent. */
function withoutNames({ member, isInInnerObject, namesIn }: ArrayTable): ArrayRows {
  return { member, isInInnerObject, namesIn };
}
