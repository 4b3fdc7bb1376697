import { z } from 'zod'
import { isEmail, plainEmail } from './email-addresses.ts'
import { readUrl } from './read-url.ts'
import { trimHidden } from './trim-hidden.ts'

const addressWords = 'An email address such as hello@example.org, or nothing.'
export const Address = z.union(
  [
    z.literal(''),
    z
      .string()
      .overwrite(trimHidden)
      .refine((text) => isEmail(plainEmail(text)), addressWords),
  ],
  addressWords,
)
const maxLength = 500
const tooLong = `Must be at most ${maxLength} characters.`
const isShort = (address: string) => address.length <= maxLength
const OwnPath = z.string().regex(/^\/(?!\/)[^\s\\]*$/)
/** An address on the web or on this server; nothing that a browser would run. */
export const Url = z
  .union(
    [z.literal(''), z.url({ protocol: /^https?$/ }), OwnPath],
    'An address such as https://example.org/page, or nothing.',
  )
  .refine(isShort, tooLong)
/** The same for what pages show: browsers are told to load no picture without TLS from elsewhere. */
export const PictureAddress = z
  .union(
    [z.literal(''), z.url({ protocol: /^https$/ }), OwnPath],
    'An address such as https://example.org/logo.png, beginning with https://, or nothing.',
  )
  .refine(isShort, tooLong)
/** Over TLS, or on this machine; the server takes the latter only while it is not public itself. */
export const WebhookAddress = z
  .union([z.literal(''), z.url({ protocol: /^https$/ }), z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ })], {
    error: 'The address of a webhook begins with https://.',
  })
  .refine(isShort, tooLong)
/** Another server that this one asks. */
export const ServiceAddress = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ })], 'An address such as https://learn.example.org, or nothing.')
  .refine(isShort, tooLong)
export const LinkAddress = z
  .string()
  .max(500)
  .regex(/^(?:https?:\/\/\S+|mailto:\S+|tel:\S+|\/(?!\/)\S*)$/i, 'An address such as https://example.org/page.')
/** The address that plays a member's theme; `{}` stands for the screen name. Mostly on the network of the space. */
export const ThemeAddress = z
  .string()
  .max(500)
  .refine((address) => {
    if (address === '') return true
    return address.includes('{}') && /^https?:$/.test(readUrl(address)?.protocol ?? '')
  }, 'An address such as http://10.0.0.5/play/{}, in which {} stands for the screen name, or nothing.')
