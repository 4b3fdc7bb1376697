export type MailCard = { title: string; description: string; links: readonly { label: string; url: string }[] }

/** What a mail says. Plain text throughout: whatever it is put into escapes it, once. */
export type Mail = {
  subject: string
  /** How it begins, such as "Hi Ada,". */
  greeting?: string
  paragraphs: readonly string[]
  /** Facts in a list, such as a name and a phone number. */
  facts?: readonly { label: string; value: string }[]
  /** What else there is to know, each with where it leads. */
  cards?: readonly MailCard[]
  /** One thing to do. The link is spelled out too, for readers that show no buttons. */
  button?: { label: string; url: string }
  /** Said below the button, smaller. */
  footnotes?: readonly string[]
  /** A way out, below the footnotes. */
  footerLink?: { label: string; url: string }
}

/** A mail as it leaves: the same words twice. `newsHours`: see `MailTemplate`. */
export type RenderedMail = { subject: string; text: string; html: string; newsHours?: number | undefined }

/** How the mails of a site look. */
export type MailLook = {
  siteName: string
  siteOwner: string
  siteUrl: string
  postalAddress: string
  /** An absolute address, or nothing. */
  logoUrl: string | undefined
  primary: string
  dark: string
}
