import type * as z from 'zod/mini';

/** What both sides of a page parse messages with. They drop anything that the schemas don't allow. */
export function pageMessages<ToPage, FromPage>(toPage: z.ZodMiniType<ToPage>, fromPage: z.ZodMiniType<FromPage>) {
  return {
    /** Cleans the texts of a message to the page. Throws for an invalid message. */
    messageToPage: (message: ToPage): ToPage => toPage.parse(message),
    readMessageToPage: (message: unknown): ToPage | undefined => toPage.safeParse(message).data,
    readMessageFromPage: (message: unknown): FromPage | undefined => fromPage.safeParse(message).data,
  };
}
