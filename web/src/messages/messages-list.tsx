import { Link } from '@tanstack/react-router'
import type { MessageSummary } from '@spacekeeper/contract/messages.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { MessageStateBadge } from './message-state-badge.tsx'
import classes from './messages-list.module.css'

/** Messages as rows that open one; on a phone the same row stands in three lines. */
export const MessagesList = ({ messages }: { messages: readonly MessageSummary[] }) => (
  <ul className={classes.list}>
    {messages.map((message) => (
      <li key={message.id} className={classes.item}>
        <Link to="/manage/messages" search={{ message: message.id }} resetScroll={false} className={classes.link}>
          <span className={classes.subject} title={message.subject}>
            {message.subject}
          </span>
          <span className={classes.to} title={message.to}>
            {message.to}
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
