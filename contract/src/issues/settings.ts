import { z } from 'zod'
import { ServiceAddress } from '../addresses.ts'
import { askedAddress, chatWebhook, guarded, keepDays, secret, setting, type Setting } from '../setting.ts'

const TaskNumber = (words: string) => z.string().regex(/^\d{0,18}$/, words)

export const issuesSettings = {
  REPORT_ISSUE_ENABLE_EMAIL: setting(
    'messages',
    'Email issue reports',
    z.boolean(),
    true,
    'Email what members report, with their photos, to the administrators.',
  ),
  REPORT_ISSUE_ENABLE_DISCORD: setting(
    'chat',
    'Post issue reports to Discord',
    z.boolean(),
    false,
    'Post what members report. Discord has to be on, and needs the webhook for reports.',
  ),
  DISCORD_REPORT_ISSUE_WEBHOOK: chatWebhook(
    'Discord webhook for issue reports',
    'Gets what members report as broken or unsafe.',
  ),
  REPORT_ISSUE_ENABLE_SLACK: setting(
    'chat',
    'Post issue reports to Slack',
    z.boolean(),
    false,
    'Post what members report. Slack has to be on, and needs the webhook for reports.',
  ),
  SLACK_REPORT_ISSUE_WEBHOOK: chatWebhook(
    'Slack webhook for issue reports',
    'Gets what members report as broken or unsafe.',
  ),
  REPORT_ISSUE_ENABLE_VIKUNJA: setting(
    'messages',
    'Issue reports as tasks in Vikunja',
    z.boolean(),
    false,
    'Each report becomes a task, with its photos.',
  ),
  VIKUNJA_API_URL: askedAddress(
    'messages',
    'Address of Vikunja',
    ServiceAddress,
    '',
    'Such as https://tasks.example.org, without a slash at the end.',
  ),
  VIKUNJA_API_TOKEN: secret('messages', 'Vikunja token', 'Create it in Vikunja under Settings, API tokens.'),
  VIKUNJA_DEFAULT_PROJECT_ID: guarded(
    'messages',
    'Project in Vikunja',
    TaskNumber('The number of the project, such as 12, or nothing.'),
    '',
    'Its number, as the address of the project shows it.',
  ),
  VIKUNJA_DEFAULT_LABEL_ID: guarded(
    'messages',
    'Label in Vikunja',
    TaskNumber('The number of a label, such as 3, or nothing.'),
    '',
    'The number of a label that each task gets. Leave empty for none.',
  ),
  REPORT_ISSUE_ENABLE_TRELLO: setting(
    'messages',
    'Issue reports as cards in Trello',
    z.boolean(),
    false,
    'Each report becomes a card at the top of a list, with its photos.',
  ),
  TRELLO_API_KEY: secret('messages', 'Trello key', 'The API key of your Power-Up in Trello.'),
  TRELLO_API_TOKEN: secret('messages', 'Trello token', 'Of an account that may add cards to the board.'),
  TRELLO_ID_LIST: guarded(
    'messages',
    'List in Trello',
    z.string().regex(/^[0-9a-zA-Z]{0,64}$/, 'The id of a list, such as 5abbe4b7ddc1b351ef961414, or nothing.'),
    '',
    'The id of the list that gets the cards. Add .json to the address of a card to find it.',
  ),
  TRELLO_API_URL: askedAddress(
    'messages',
    'Address of Trello',
    ServiceAddress,
    'https://api.trello.com',
    'Where Trello’s API is. Change it only for a service that stands in for Trello.',
  ),
  ISSUE_LOCKS_UNSAFE_DEVICE: setting(
    'features',
    'Lock machines that are reported as unsafe',
    z.boolean(),
    false,
    'A machine that an active member reports as unsafe is locked at once, until staff unlock it.',
  ),
  KEEP_ISSUE_PHOTOS_DAYS: keepDays('Photos of issue reports', {
    least: 7,
    usual: 365,
    help: 'Photos of reports that are done. They show what was broken, should it break again.',
  }),
} satisfies Record<string, Setting>
