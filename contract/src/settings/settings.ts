import { z } from 'zod'
import { Address, PictureAddress, Url } from '../addresses.ts'
import { clockFormat } from '../formatters.ts'
import { chatWebhook, setting, guarded, Name, Colour, InkColour, locales, type Setting } from '../setting.ts'
import { currencyWords } from './words.ts'

const isTimeZone = (name: string): boolean => {
  try {
    return clockFormat({ timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const TimeZone = z.string().max(60).refine(isTimeZone, 'A time zone such as Europe/Berlin or Australia/Brisbane.')

export const settingsSettings = {
  SITE_NAME: setting(
    'general',
    'Site name',
    Name,
    'MemberMatters Portal',
    'The name of the portal, shown in titles and emails.',
  ),
  SITE_OWNER: setting('general', 'Site owner', Name, 'MemberMatters', 'The name of your organisation.'),
  SITE_LOCALE_CURRENCY: {
    ...setting('general', 'Currency', z.enum(locales), 'en-AU', 'Your currency, and how amounts are written.'),
    choices: currencyWords,
  },
  SITE_TIME_ZONE: setting(
    'general',
    'Time zone',
    TimeZone,
    'Australia/Brisbane',
    'Where your space is, such as Europe/Berlin. It decides when a day starts for payments, certificates and reminders.',
  ),
  GOOGLE_ANALYTICS_MEASUREMENT_ID: guarded(
    'general',
    'Google Analytics ID',
    z.string().regex(/^([A-Z]+-[A-Z0-9]+)?$/, 'An id such as G-ABC123, or nothing.'),
    '',
    'Loads the Google Analytics script. Leave empty for none.',
  ),
  SENTRY_DSN_FRONTEND: guarded(
    'general',
    'Sentry address for clients',
    Url,
    '',
    'Where browsers report errors. Leave empty for none.',
  ),
  SITE_LOGO: setting('theme', 'Site logo', PictureAddress, '', 'Shown up to 40 pixels high.'),
  SITE_FAVICON: setting('theme', 'Site favicon', PictureAddress, '', 'The icon in the browser tab.'),
  MENU_BACKGROUND: setting('theme', 'Menu background', PictureAddress, '', 'The picture above the menu.'),
  THEME_PRIMARY: setting('theme', 'Primary colour', Colour, '#278ab0', 'Buttons, links and meters.'),
  THEME_TOOLBAR: setting(
    'theme',
    'Toolbar colour',
    Colour,
    '#0461b1',
    'The bar at the top and other parts that carry your brand.',
  ),
  THEME_ACCENT: setting('theme', 'Accent colour', Colour, '#189ab4', 'Charts.'),
  THEME_DARK: setting(
    'theme',
    'Dark colour',
    InkColour,
    '#313131',
    'Text in light mode, cards and menus in dark mode.',
  ),
  THEME_FILL_TOOLBAR: setting(
    'theme',
    'Filled toolbar',
    z.boolean(),
    false,
    'Fill the toolbar with its colour instead of white.',
  ),
  EMAIL_ADMIN: setting(
    'contact',
    'Email of the administrators',
    Address,
    '',
    'Gets an email about each new account. Members see it as the address for help.',
  ),
  EMAIL_SYSADMIN: setting(
    'contact',
    'Email of the technical contact',
    Address,
    '',
    'Who to write to about technical problems and weaknesses. It’s published in /.well-known/security.txt.',
  ),
  ENABLE_PROXY_VOTING: setting(
    'features',
    'Proxy voting',
    z.boolean(),
    false,
    'Members let another member vote for them at a meeting. Only turn it on if your rules allow proxies.',
  ),
  ENABLE_DISCORD_INTEGRATION: setting(
    'chat',
    'Post to Discord',
    z.boolean(),
    false,
    'Post what happens at doors and machines to Discord.',
  ),
  DISCORD_DOOR_WEBHOOK: chatWebhook(
    'Discord webhook for doors',
    'Gets swipes, doors opened from the portal, and sign-ins on site. Create it in Discord under Integrations.',
  ),
  DISCORD_INTERLOCK_WEBHOOK: chatWebhook(
    'Discord webhook for machines',
    'Gets who started a machine, was refused, or finished.',
  ),
  DISCORD_MEMBERBUCKS_PURCHASE_WEBHOOK: chatWebhook(
    'Discord webhook for purchases',
    'Gets what members buy at vending machines.',
  ),
  ENABLE_SLACK_INTEGRATION: setting(
    'chat',
    'Post to Slack',
    z.boolean(),
    false,
    'Post what happens at doors and machines to Slack.',
  ),
  SLACK_DOOR_WEBHOOK: chatWebhook(
    'Slack webhook for doors',
    'Gets swipes, doors opened from the portal, and sign-ins on site. Create it in Slack as an incoming webhook.',
  ),
  SLACK_INTERLOCK_WEBHOOK: chatWebhook(
    'Slack webhook for machines',
    'Gets who started a machine, was refused, or finished.',
  ),
  SLACK_MEMBERBUCKS_PURCHASE_WEBHOOK: chatWebhook(
    'Slack webhook for purchases',
    'Gets what members buy at vending machines.',
  ),
} satisfies Record<string, Setting>
