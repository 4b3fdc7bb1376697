/** The status of an error, a sentence for people, and the message key that existing clients read. */
export type ErrorSentence = { status: number; text: string; message?: string }
