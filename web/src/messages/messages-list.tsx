import { shallowEqual } from '@mantine/hooks'
import type { Mailing } from '@spacekeeper/contract/mailings/shapes.ts'
import type { MessageSummary } from '@spacekeeper/contract/messages/shapes.ts'
import { IconDeviceMobileMessage, IconMail, IconPaperclip, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { countWords, MailingBadge } from '../mailings/mailing-badge.tsx'
import type { OutboxFilter } from './api.ts'
import { MessageStateBadge } from './message-state-badge.tsx'
import classes from './messages-list.module.css'

/** A message, or a mailing that stands for all of its messages. */
export type OutboxRow = { place: number; message: MessageSummary } | { place: number; mailing: Mailing }

type Props = { rows: readonly OutboxRow[]; filter: OutboxFilter }

/** Messages as rows that open one; on a phone the same row stands in three lines. */
export const MessagesList = ({ rows, filter }: Props) => (
  <ul className={classes.list}>
    {rows.map((row) =>
      'mailing' in row ? (
        <MailingRow key={`mailing ${row.mailing.id}`} mailing={row.mailing} />
      ) : (
        <MessageRow key={row.message.id} message={row.message} filter={filter} />
      ),
    )}
  </ul>
)

type MessageRowProps = { message: MessageSummary; filter: OutboxFilter }

const isSameRow = (one: MessageRowProps, other: MessageRowProps) =>
  one.message === other.message && shallowEqual(one.filter, other.filter)

/** Showing more draws no row anew that is there. */
const MessageRow = memo(
  ({ message, filter }: MessageRowProps) => (
    <li className={classes.item}>
      <Link
        to="/manage/messages"
        search={{ ...filter, message: message.id }}
        resetScroll={false}
        className={classes.link}
      >
        <span className={classes.subject} title={message.subject}>
          {message.subject} {message.hasFiles ? <Clip /> : null}
        </span>
        <span className={classes.to} title={message.to}>
          <Icon channel={message.channel} /> {message.to}
        </span>
        <span className={classes.state}>
          <MessageStateBadge message={message} />
        </span>
        <span className={classes.when}>
          <Moment at={message.createdAt} />
        </span>
        {message.error && message.state !== 'sent' ? <span className={classes.error}>{message.error}</span> : null}
      </Link>
    </li>
  ),
  isSameRow,
)
MessageRow.displayName = 'MessageRow'

const Clip = () => (
  <IconPaperclip
    size={14}
    stroke={1.7}
    role="img"
    aria-label={useTranslation('messages').t('hasFiles')}
    className={classes.sign}
  />
)

const MailingRow = memo(({ mailing }: { mailing: Mailing }) => {
  const { t } = useTranslation('mailings')
  return (
    <li className={classes.item}>
      <Link to="/manage/messages" search={{ mailing: mailing.id }} className={classes.link}>
        <span className={classes.subject} title={mailing.subject}>
          {mailing.subject}
        </span>
        <span className={classes.to}>
          <IconUsers size={16} stroke={1.7} aria-hidden className={classes.sign} />{' '}
          {t('toMany', countWords(mailing.total))}
        </span>
        <span className={classes.state}>
          <MailingBadge mailing={mailing} />
        </span>
        <span className={classes.when}>
          <Moment at={mailing.startedAt} />
        </span>
      </Link>
    </li>
  )
})
MailingRow.displayName = 'MailingRow'

/** Mail or text message, to be told apart at a glance; the address beside it says it in words. */
const Icon = ({ channel }: { channel: MessageSummary['channel'] }) => {
  const Sign = channel === 'sms' ? IconDeviceMobileMessage : IconMail
  return <Sign size={16} stroke={1.7} aria-hidden className={classes.sign} />
}
