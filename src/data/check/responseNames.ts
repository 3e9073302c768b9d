/** Names of members that describe the response of an API rather than its rows, without case and punctuation. */
const RESPONSE_NAMES = namesIn(`
  ok success status statuscode code message msg error errors warnings meta metadata info links self href url type object
  kind etag apiversion version requestid correlationid traceid timestamp time took generatedat count total totalcount
  totalitems size odatacontext odatacount odatametadata context schema first last empty sort filter query
`);

/** Names of members that say which page of the rows a response has, how many there are, or how to request another one. */
const PAGE_NAMES = namesIn(`
  page pagenumber pageno pageindex pageid currentpage totalpages pagecount lastpage pagesize perpage startat startindex
  maxresults next nexturl nextlink nextpage nextpageurl nextpagetoken nexttoken nextcursor nextoffset nextrecordsurl
  odatanextlink continuationtoken cursor cursors endcursor previous prev previouspage previouslink prevpage hasmore
  hasnext hasnextpage pagination paging pageinfo pageable totalsize totalresults totalrecords totalrows totalelements
  numberofelements
`);

/** Names that may say the same, but that columns of rows can have, too: the limit of an account, the pages of a book. */
const POSSIBLE_PAGE_NAMES = namesIn(`
  pages limit offset skip more islast isfirst done
`);

/** Names of members that usually have the rows of a response. */
const ROWS_NAMES = namesIn(`
  data results result items records rows value values entries content list objects hits elements resources docs documents
  collection embedded d payload response body
`);

/** A member with a longer name is unlikely to have the rows. */
const MAX_NAME_LENGTH = 1_000;

/** The names in a text, which are separated by white space. */
export function namesIn(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}

/** A name without case and punctuation: `next_page`, `nextPage` and `@odata.nextLink` are names of the same kind. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Whether the name of a member can be stored with an upload. In another encoding than UTF-8, names are not known. */
export function canBeStored(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && !name.includes('\uFFFD');
}

/** Whether a member with this name usually describes a response or a page of it. */
export function isResponseName(name: string): boolean {
  const plain = plainName(name);
  return [RESPONSE_NAMES, PAGE_NAMES, POSSIBLE_PAGE_NAMES].some((names) => names.has(plain));
}

/** Whether a member with this name usually describes a page of a response. */
export function isPageName(name: string): boolean {
  return PAGE_NAMES.has(plainName(name));
}

/** Whether it may describe one. */
export function mayBePageName(name: string): boolean {
  return isPageName(name) || POSSIBLE_PAGE_NAMES.has(plainName(name));
}

/** Whether a member with this name usually has the rows of a response. */
export function isRowsName(name: string): boolean {
  return ROWS_NAMES.has(plainName(name));
}
