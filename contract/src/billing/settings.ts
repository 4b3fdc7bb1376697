import { z } from 'zod'
import { keepDays, Paragraph, setting, type Setting } from '../setting.ts'

const days = (most: number) => z.number().int('A number of whole days.').min(0, 'At least 0.').max(most)

export const billingSettings = {
  GRACE_DAYS: setting(
    'payments',
    'Grace period (days)',
    days(90),
    7,
    'How long a member keeps access after their paid time ends.',
  ),
  CHARGE_DAYS_AHEAD: setting(
    'payments',
    'Ask for payment ahead (days)',
    days(60),
    14,
    'How long before a period starts we ask for its payment.',
  ),
  INCOMPLETE_DAYS: setting(
    'payments',
    'Days for the first payment',
    days(365),
    30,
    'A member who joins and has not paid after so many days has to join again. 0 is never.',
  ),
  DOWNGRADES_AT_ONCE: setting(
    'payments',
    'Cheaper plans start at once',
    z.boolean(),
    false,
    'Members who change to a cheaper plan have it from the next payment. Turn this on to give it at once, with what the days left cost less as credit. A dearer plan starts at once either way.',
  ),
  PAUSE_MIN_DAYS: setting('payments', 'Shortest pause', days(365), 14, 'In days. Staff may agree on others.'),
  PAUSE_MAX_DAYS: setting('payments', 'Longest pause', days(730), 180, 'In days. Staff may agree on others.'),
  PAUSES_PER_YEAR: setting(
    'payments',
    'Pauses a year',
    days(12),
    2,
    'How often a member can pause in a year; 0 is never.',
  ),
  PAUSE_NOTICE_DAYS: setting(
    'payments',
    'Notice of a pause',
    days(90),
    0,
    'How many days ahead members must ask for a pause.',
  ),
  INVOICE_NOTE: setting(
    'payments',
    'Note on invoices',
    Paragraph,
    '',
    'At the end of each invoice, such as your tax or registration number, and that no tax is charged.',
  ),
  INVOICE_MAIL_ALL: setting(
    'payments',
    'Email every invoice',
    z.boolean(),
    false,
    'Members who pay by invoice always get it by email. Turn this on to email invoices to everyone.',
  ),
  KEEP_CONCESSION_PROOFS_DAYS: keepDays('Proofs of concessions', {
    least: 7,
    usual: 30,
    help: 'Pictures and files that came with a request for a lower price, from the day it was decided.',
  }),
} satisfies Record<string, Setting>
