import { IconDeviceMobileMessage, IconMail } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { MessageSummary } from '@spacekeeper/contract/messages.ts'
import { Moment } from '#platform/ui/moment.tsx'
import type { OutboxFilter } from './api.ts'
import { MessageStateBadge } from './message-state-badge.tsx'
import classes from './messages-list.module.css'

type Props = { messages: readonly MessageSummary[]; filter: OutboxFilter }

/** Messages as rows that open one; on a phone the same row stands in three lines. */
export const MessagesList = ({ messages, filter }: Props) => (
  <ul className={classes.list}>
    {messages.map((message) => (
      <li key={message.id} className={classes.item}>
        <Link
          to="/manage/messages"
          search={{ ...filter, message: message.id }}
          resetScroll={false}
          className={classes.link}
        >
          <span className={classes.subject} title={message.subject}>
            {message.subject}
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
    ))}
  </ul>
)

/** Mail or text message, to be told apart at a glance; the address beside it says it in words. */
const Icon = ({ channel }: { channel: MessageSummary['channel'] }) => {
  const Sign = channel === 'sms' ? IconDeviceMobileMessage : IconMail
  return <Sign size={16} stroke={1.7} aria-hidden className={classes.sign} />
}
