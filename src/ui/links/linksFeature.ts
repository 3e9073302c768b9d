import type { LinkOpener, OpenLink } from '../../app/links/linkOpener.ts';
import { lazy } from '../../base/lazy.ts';
import type { CommandTable } from '../commands/commandIds.ts';
import type { LinksOptions } from './openLinks.ts';

interface LinksFeature {
  readonly openLink: OpenLink;
  readonly commands: CommandTable<'dataConnections.copyLink'>;
}

/** Links to connections and jobs. The code is loaded when a link is first opened or copied. */
export function createLinksFeature(options: LinksOptions): LinksFeature {
  const load = () => import('./openLinks.ts');
  const opener = lazy<LinkOpener>(async () => (await load()).createLinkOpener(options));
  return {
    openLink: async (...link) => (await opener()).open(...link),
    commands: {
      'dataConnections.copyLink': async (...args) => (await load()).copyLink(args, options.session),
    },
  };
}
