import type * as z from 'zod/mini';

/** Creates the functions with which a page and the extension parse messages. They reject anything that the schemas don't allow. */
export function pageMessages<ToPage, FromPage>(toPage: z.ZodMiniType<ToPage>, fromPage: z.ZodMiniType<FromPage>) {
  return {
    /** Cleans the texts of a message before it is sent to the page. Throws for an invalid message. */
    messageToPage: (message: ToPage): ToPage => toPage.parse(message),
    readMessageToPage: (message: unknown): ToPage | undefined => toPage.safeParse(message).data,
    readMessageFromPage: (message: unknown): FromPage | undefined => fromPage.safeParse(message).data,
  };
}
