import type { OpenLink } from '../../app/links/linkOpener.ts';
import { lazy } from '../../base/lazy.ts';
import type { CommandTable } from '../commands/commandIds.ts';
import type { LinksOptions } from './createLinkOpener.ts';

interface LinksFeature {
  readonly openLink: OpenLink;
  readonly commands: CommandTable<'dataConnections.copyLink'>;
}

/** Links to connections and jobs. Their code is loaded when a link is first opened or copied. */
export function createLinksFeature(options: LinksOptions): LinksFeature {
  const opener = lazy(async () => (await import('./createLinkOpener.ts')).createLinkOpener(options));
  return {
    openLink: async (link) => (await opener()).open(link),
    commands: {
      'dataConnections.copyLink': async (...args) => (await import('./copyLink.ts')).copyLink(args, options.session),
    },
  };
}
