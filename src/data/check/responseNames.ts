/** Names of members that describe the response of an API rather than its rows, without case and punctuation. */
const RESPONSE_NAMES: ReadonlySet<string> = new Set([
  ...['ok', 'success', 'status', 'statuscode', 'code', 'message', 'msg', 'error', 'errors', 'warnings'],
  ...['meta', 'metadata', 'info', 'links', 'self', 'href', 'url', 'type', 'object', 'kind', 'etag', 'apiversion'],
  ...['version', 'requestid', 'correlationid', 'traceid', 'timestamp', 'time', 'took', 'generatedat'],
  ...[
    'count',
    'total',
    'totalcount',
    'totalsize',
    'totalresults',
    'totalitems',
    'totalrecords',
    'totalrows',
    'totalelements',
  ],
  ...['size', 'odatacontext', 'odatacount', 'odatametadata', 'context', 'schema', 'first', 'last', 'empty'],
  ...['numberofelements', 'sort', 'filter', 'query'],
]);

/** Those that say which page of the rows a response has, or how to request another one. */
const PAGE_NAMES: ReadonlySet<string> = new Set([
  ...['page', 'pagenumber', 'pageno', 'pageindex', 'pageid', 'currentpage', 'pages', 'totalpages', 'pagecount'],
  ...['lastpage', 'pagesize', 'perpage', 'limit', 'offset', 'skip', 'startat', 'startindex', 'maxresults'],
  ...['next', 'nexturl', 'nextlink', 'nextpage', 'nextpageurl', 'nextpagetoken', 'nexttoken', 'nextcursor'],
  ...['nextoffset', 'nextrecordsurl', 'odatanextlink', 'continuationtoken', 'cursor', 'cursors', 'endcursor'],
  ...['previous', 'prev', 'previouspage', 'previouslink', 'prevpage', 'hasmore', 'hasnext', 'hasnextpage', 'more'],
  ...['pagination', 'paging', 'pageinfo', 'pageable', 'islast', 'done', 'isfirst'],
]);

/** Names of members that usually have the rows of a response. */
const ROWS_NAMES: ReadonlySet<string> = new Set([
  ...['data', 'results', 'result', 'items', 'records', 'rows', 'value', 'values', 'entries', 'content', 'list'],
  ...['objects', 'hits', 'elements', 'resources', 'docs', 'documents', 'collection', 'embedded', 'd', 'payload'],
  ...['response', 'body'],
]);

/** A name without case and punctuation: `next_page`, `nextPage` and `@odata.nextLink` are names of the same kind. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether a member with this name usually describes a response or a page of it. */
export function isResponseName(name: string): boolean {
  return RESPONSE_NAMES.has(plainName(name)) || isPageName(name);
}

/** Whether a member with this name usually describes a page of a response. */
export function isPageName(name: string): boolean {
  return PAGE_NAMES.has(plainName(name));
}

/** Whether a member with this name usually has the rows of a response. */
export function isRowsName(name: string): boolean {
  return ROWS_NAMES.has(plainName(name));
}
