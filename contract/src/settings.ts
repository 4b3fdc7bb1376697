import { z } from 'zod'
import { Address, LinkAddress, ThemeAddress, Url, WebhookAddress } from './addresses.ts'
import { isReadableInk } from './colours.ts'
import { currencies, type SiteLocale } from './currencies.ts'
import { HomepageCard } from './site.ts'

const groups = ['general', 'theme', 'contact', 'features', 'signup', 'payments', 'messages', 'chat'] as const
export type SettingGroup = (typeof groups)[number]

export type Setting<T = unknown> = {
  group: SettingGroup
  schema: z.ZodType<T>
  default: T
  /** What it does, for the person who sets it. */
  help: string
  /** Stored encrypted and never given out again. */
  isSecret?: true
  /** Changed by administrators only: with it somebody could take over an account, or where money goes. */
  isForAdmins?: true
}

const setting = <T>(group: SettingGroup, schema: z.ZodType<T>, value: NoInfer<T>, help: string): Setting<T> => ({
  group,
  schema,
  default: value,
  help,
})
const secret = (
  group: SettingGroup,
  help: string,
  schema: z.ZodType<string> = z.string().max(500),
): Setting<string> => ({ ...setting(group, schema, '', help), isSecret: true, isForAdmins: true })
const guarded = <T>(...facts: Parameters<typeof setting<T>>): Setting<T> => ({
  ...setting(...facts),
  isForAdmins: true,
})

const Line = z.string().max(200, 'At most 200 characters.')
const Paragraph = z.string().max(2000, 'At most 2000 characters.')
const Name = Line.min(1, 'This cannot be empty.')
const Colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, { error: 'A colour as six hexadecimal digits, such as #278ab0.', abort: true })
/** Text is written in it, so it has to be dark enough; what other colours carry is moved until it can be read. */
const InkColour = Colour.refine(
  (colour) => isReadableInk(colour),
  'Text in this colour could not be read: it needs a contrast of 4.5:1 against the page.',
)
const Card = HomepageCard.extend({
  title: Line.min(1, 'A card needs a title.'),
  description: Paragraph,
  url: LinkAddress.optional(),
  links: z
    .array(
      z.object({
        url: LinkAddress,
        btn_text: Line.min(1, 'A link needs words.'),
        newLine: z.boolean().optional(),
      }),
    )
    .max(10)
    .optional(),
})
/** Who text messages come from: a number, a name of at most 11 characters, or the id of a messaging service. */
const SmsSender = z
  .string()
  .regex(
    /^$|^\+?\d{3,15}$|^MG[0-9a-fA-F]{32}$|^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/,
    'A number such as +61400000000, a name of at most 11 letters and digits, or the id of a messaging service.',
  )
/** One text message of several parts; nothing sends none. */
const SmsText = z.string().trim().max(320, 'At most 320 characters.')
const locales = Object.keys(currencies) as [SiteLocale, ...SiteLocale[]] // Object.keys loses the literal names

/** Every setting of a site, with its default. The keys are those spaces know from their present system. */
export const settings = {
  SITE_NAME: setting('general', Name, 'MemberMatters Portal', 'Name of the portal, in titles and mails.'),
  SITE_OWNER: setting('general', Name, 'MemberMatters', 'Name of the organisation.'),
  SITE_LOCALE_CURRENCY: setting('general', z.enum(locales), 'en-AU', 'How money is written.'),
  SITE_BANNER: setting('general', Line, '', 'A line above every page; empty for none.'),
  GOOGLE_ANALYTICS_MEASUREMENT_ID: guarded(
    'general',
    z.string().regex(/^([A-Z]+-[A-Z0-9]+)?$/, 'An id such as G-ABC123, or nothing.'),
    '',
    'Loads the analytics script with this id; empty for none.',
  ),
  SENTRY_DSN_FRONTEND: guarded('general', Url, '', 'Handed to clients that report their faults.'),
  HOME_PAGE_CARDS: setting('general', z.array(Card).max(30), [], 'Cards on the home page.'),
  WEBCAM_PAGE_URLS: setting('general', z.array(z.tuple([Line, Url])).max(30), [], 'Pairs of title and image address.'),
  SITE_LOGO: setting('theme', Url, '', 'Logo, shown at most 40 pixels high.'),
  SITE_FAVICON: setting('theme', Url, '', 'Icon of the browser tab.'),
  STATS_CARD_IMAGE: setting('theme', Url, '', 'Picture of the statistics card.'),
  MENU_BACKGROUND: setting('theme', Url, '', 'Picture above the menu.'),
  THEME_PRIMARY: setting('theme', Colour, '#278ab0', 'Buttons, links, meters.'),
  THEME_TOOLBAR: setting('theme', Colour, '#0461b1', 'What identifies the site.'),
  THEME_ACCENT: setting('theme', Colour, '#189ab4', 'Amounts in pictures.'),
  THEME_DARK: setting('theme', InkColour, '#313131', 'Text on light ground, raised surfaces on dark.'),
  THEME_FILL_TOOLBAR: setting('theme', z.boolean(), false, 'Fill the toolbar with its colour.'),
  EMAIL_ADMIN: setting('contact', Address, '', 'Who hears of new accounts and is named when somebody needs help.'),
  EMAIL_SYSADMIN: setting('contact', Address, '', 'Technical contact.'),
  EMAIL_DEFAULT_FROM: setting('contact', Address, '', 'Sender of the mails of the portal.'),
  SITE_MAIL_ADDRESS: setting('contact', Line, '', 'Postal address, at the foot of mails.'),
  ENABLE_WEBCAMS: setting('features', z.boolean(), false, 'The webcams page.'),
  ENABLE_PROXY_VOTING: setting('features', z.boolean(), false, 'Proxies for meetings.'),
  ENABLE_STRIPE: setting('features', z.boolean(), true, 'Card payments, once the keys are set.'),
  ENABLE_STRIPE_MEMBERSHIP_PAYMENTS: setting('features', z.boolean(), false, 'Members pay their plans here.'),
  ENABLE_MEMBERBUCKS: setting('features', z.boolean(), false, 'The prepaid balance.'),
  ENABLE_PORTAL_SITE_SIGN_IN: setting(
    'features',
    z.boolean(),
    false,
    'Cards work only for members who are signed in on site, but on exempt devices.',
  ),
  ENABLE_PORTAL_MEMBERS_ON_SITE: setting('features', z.boolean(), false, 'Members see who is on site.'),
  KIOSK_PIN: setting(
    'features',
    z.boolean(),
    false,
    'Everybody types a PIN or the password after the card at a kiosk. Staff and whoever has set a PIN always do.',
  ),
  ENABLE_DOOR_BUMP_API: setting(
    'features',
    z.boolean(),
    true,
    'Other systems with an API key may open, lock and unlock what their key reaches.',
  ),
  ENABLE_STATS_PAGE: setting('features', z.boolean(), true, 'Statistics for members.'),
  ENABLE_THEME_SWIPE: setting(
    'features',
    z.boolean(),
    false,
    'Devices that play themes have one played when somebody is let in.',
  ),
  THEME_SWIPE_URL: guarded(
    'features',
    ThemeAddress,
    '',
    'Called for it; {} stands for the screen name. It may be a machine on the network of the space.',
  ),
  ENABLE_DEVICE_ALARMS: setting(
    'features',
    z.boolean(),
    true,
    'Tell staff when a device that reports its online status falls silent, and when it is back.',
  ),
  DEVICE_ALARM_MINUTES: setting(
    'features',
    z.number().int('A number of whole minutes.').min(4, 'At least four minutes.').max(1440, 'At most a day.'),
    5,
    'How long a device is silent before anybody is told.',
  ),
  DEVICE_ALARM_ADDRESS: setting(
    'features',
    Address,
    '',
    'Who is told by mail; with none, everybody who looks after devices.',
  ),
  INDUCTION_ENROL_LINK: setting('signup', Url, '', 'Where new members take the induction.'),
  POST_INDUCTION_URL: setting('signup', Url, '', 'Where an induction in person is booked.'),
  REQUIRE_ACCESS_CARD: setting('signup', z.boolean(), true, 'A card is part of joining.'),
  COLLECT_VEHICLE_REGISTRATION_PLATE: setting('signup', z.boolean(), false, 'Ask for a vehicle plate.'),
  MEMBERBUCKS_NAME: setting('payments', Name, 'Memberbucks', 'What the site calls its balance.'),
  STRIPE_MEMBERBUCKS_TOPUP_OPTIONS: setting(
    'payments',
    z.array(z.number().int().positive().max(1_000_000)).max(12),
    [1000, 2000, 3000],
    'Amounts to top up, in cents.',
  ),
  STRIPE_PUBLISHABLE_KEY: guarded('payments', Line, '', 'Public key of the card payment provider.'),
  STRIPE_SECRET_KEY: secret('payments', 'Secret key of the card payment provider.'),
  WELCOME_EMAIL_CARDS: setting(
    'messages',
    z.array(Card).max(30),
    [],
    'Cards in the mail that welcomes a new member; with none, it has those of the home page.',
  ),
  SMS_ENABLE: setting('messages', z.boolean(), false, 'Send text messages.'),
  SMS_SENDER_ID: setting('messages', SmsSender, '', 'Sender of text messages.'),
  SMS_FOOTER: setting('messages', SmsText, '', 'Last line of every text message.'),
  SMS_DEFAULT_COUNTRY_CODE: setting(
    'messages',
    z.string().regex(/^\+[1-9]\d{0,2}$/, 'A country code such as +61.'),
    '+61',
    'Country of phone numbers that are written without one.',
  ),
  SMS_MESSAGES: setting(
    'messages',
    z.object({
      activated_access: SmsText,
      deactivated_access: SmsText,
      inactive_swipe: SmsText,
      locked_out_swipe: SmsText,
    }),
    {
      activated_access: 'Your access at {site} is on again. Your card opens what is granted to you.',
      deactivated_access: 'Your access at {site} is off, so your card opens no doors for now. The portal says more.',
      inactive_swipe: '{device} did not open, because your membership at {site} is not active. The portal says more.',
      locked_out_swipe: '{device} is locked for everybody at the moment, so your card did not open it.',
    },
    'Text messages the portal sends by itself; an empty one is not sent. {site} and {device} are filled in.',
  ),
  TWILIO_ACCOUNT_SID: setting(
    'messages',
    z.string().regex(/^$|^AC[0-9a-fA-F]{32}$/, 'An id that begins with AC and has 34 characters, or nothing.'),
    '',
    'Account of the provider of text messages, Twilio.',
  ),
  TWILIO_AUTH_TOKEN: secret('messages', 'Token of that account.'),
  ENABLE_DISCORD_INTEGRATION: setting('chat', z.boolean(), false, 'Say in Discord what happens at doors and machines.'),
  DISCORD_DOOR_WEBHOOK: secret(
    'chat',
    'Where swipes, doors opened from the portal and signing in on site are said. Made in Discord under Integrations.',
    WebhookAddress,
  ),
  DISCORD_INTERLOCK_WEBHOOK: secret(
    'chat',
    'Where it is said who started a machine, was refused by it or is done with it.',
    WebhookAddress,
  ),
  DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK: secret(
    'chat',
    'Where it is said who bought what at a vending machine.',
    WebhookAddress,
  ),
  ENABLE_SLACK_INTEGRATION: setting('chat', z.boolean(), false, 'Say in Slack what happens at doors and machines.'),
  SLACK_DOOR_WEBHOOK: secret(
    'chat',
    'Where swipes, doors opened from the portal and signing in on site are said. Made in Slack as an incoming webhook.',
    WebhookAddress,
  ),
  SLACK_INTERLOCK_WEBHOOK: secret(
    'chat',
    'Where it is said who started a machine, was refused by it or is done with it.',
    WebhookAddress,
  ),
  SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK: secret(
    'chat',
    'Where it is said who bought what at a vending machine.',
    WebhookAddress,
  ),
} satisfies Record<string, Setting>

export type Settings = { [K in keyof typeof settings]: z.infer<(typeof settings)[K]['schema']> }
export type SettingKey = keyof Settings
