import { isObject, tryParseJson } from '../../base/json.ts';
import { readJsonRows } from '../json/jsonRows.ts';

/** The actions with which the bulk API of Elasticsearch stores the document in the next line. */
const ACTIONS: ReadonlySet<string> = new Set(['index', 'create', 'update']);

/** What an action says besides names that begin with an underscore, such as `_index` and `_id`. */
const ACTION_NAMES: ReadonlySet<string> = new Set([
  'dynamic_templates',
  'if_primary_term',
  'if_seq_no',
  'list_executed_pipelines',
  'pipeline',
  'require_alias',
  'retry_on_conflict',
  'routing',
  'version',
  'version_type',
]);

/**
 * Whether every other object of JSON Lines is an action such as `{"index":{"_index":"sales","_id":"1"}}`, and not a row: the first, the
 * third, and so on.
 *
 * @param start the text, or its beginning, which may end anywhere.
 */
export function hasBulkActions(start: string): boolean {
  let number = 0;
  for (const { members } of readJsonRows(start)) {
    number++;
    const [member, ...others] = members;
    const isAction =
      member !== undefined &&
      others.length === 0 &&
      ACTIONS.has(member.name) &&
      describesDocument(start.slice(member.valueStart, member.valueEnd));
    if (isAction !== (number % 2 === 1)) {
      return false;
    }
  }
  return number > 1;
}

function describesDocument(value: string): boolean {
  const action = tryParseJson(value);
  return (
    isObject(action) &&
    !Array.isArray(action) &&
    Object.keys(action).every((name) => name.startsWith('_') || ACTION_NAMES.has(name))
  );
}
