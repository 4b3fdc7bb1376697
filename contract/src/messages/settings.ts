import { z } from 'zod'
import { Address } from '../addresses.ts'
import { setting, secret, keepDays, Line, SmsSender, SmsText, type Setting } from '../setting.ts'

export const messagesSettings = {
  EMAIL_DEFAULT_FROM: setting('contact', 'Sender of emails', Address, '', 'The address emails come from.'),
  SITE_MAIL_ADDRESS: setting('contact', 'Postal address', Line, '', 'Shown at the bottom of emails.'),
  SMS_ENABLE: setting('messages', 'Text messages', z.boolean(), false, 'Send text messages to members.'),
  SMS_SENDER_ID: setting(
    'messages',
    'Sender of text messages',
    SmsSender,
    '',
    'A phone number, a name or a messaging service.',
  ),
  SMS_FOOTER: setting('messages', 'Last line of text messages', SmsText, '', 'Added at the end of every text message.'),
  SMS_DEFAULT_COUNTRY_CODE: setting(
    'messages',
    'Country of phone numbers',
    z.string().regex(/^\+[1-9]\d{0,2}$/, 'A country code such as +61.'),
    '+61',
    'Used for phone numbers written without a country code.',
  ),
  SMS_MESSAGES: setting(
    'messages',
    'Automatic text messages',
    z.object({
      activated_access: SmsText,
      deactivated_access: SmsText,
      inactive_swipe: SmsText,
      locked_out_swipe: SmsText,
    }),
    {
      // Straight apostrophes: one curly letter would halve what fits into a text message.
      activated_access: 'Your access at {site} is back on. Your card works again.',
      deactivated_access:
        "Your access at {site} is off, so your card doesn't work for now. See the portal for details.",
      inactive_swipe:
        "{device} didn't open because your membership at {site} isn't active. See the portal for details.",
      locked_out_swipe: "{device} is locked for everyone at the moment, so your card didn't open it.",
    },
    'The portal fills in {site} and {device}. Leave one empty and it isn’t sent.',
  ),
  TWILIO_ACCOUNT_SID: setting(
    'messages',
    'Twilio account',
    z.string().regex(/^$|^AC[0-9a-fA-F]{32}$/, 'An id that begins with AC and has 34 characters, or nothing.'),
    '',
    'The account ID from Twilio, which sends the text messages.',
  ),
  TWILIO_AUTH_TOKEN: secret('messages', 'Twilio token', 'The token of that account.'),
  KEEP_MESSAGE_TEXTS_DAYS: keepDays('Message texts', {
    least: 30,
    usual: 365,
    help: 'What emails and text messages said, with files that went along. After that, only who got which message when is kept.',
  }),
  KEEP_MESSAGES_DAYS: keepDays('Message records', {
    least: 90,
    usual: 1096,
    help: 'Who got which message when. Three years are enough to show that a notice was sent.',
  }),
} satisfies Record<string, Setting>
