import { Anchor, Button } from '@mantine/core'
import type { IssueChannel, IssuePost } from '@spacekeeper/contract/issues/shapes.ts'
import { formatRelative } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { Status } from '#platform/ui/status.tsx'
import { channelWords, postKinds, postWords } from './words.ts'
import classes from './issues.module.css'

type Props = { channels: readonly IssuePost[]; busy: IssueChannel | null; onSend: (channel: IssueChannel) => void }

/** An email that waits is tried by the outbox. */
const mayBeSent = ({ channel, state }: IssuePost) =>
  state === 'failed' || state === 'givenUp' || (state === 'waiting' && channel !== 'email')

const Facts = ({ post }: { post: IssuePost }) => {
  const { t } = useTranslation('issues')
  const { state, error, tries, triedAt, nextTryAt } = post
  return (
    <p className={classes.fact}>
      {error === null ? '' : `${error} `}
      {state !== 'sent' && tries > 0 ? `${t('postTries', { count: tries })} ` : ''}
      {nextTryAt === null ? '' : t('nextTry', { when: formatRelative(nextTryAt) })}
      {state === 'sent' && triedAt !== null ? <Moment at={triedAt} /> : null}
    </p>
  )
}

/** What each channel made of a report, with its card or task and the way to send it again. */
export const ChannelsList = ({ channels, busy, onSend }: Props) => {
  const { t } = useTranslation('issues')
  return (
    <ul className={classes.list}>
      {channels.map((post) => {
        const name = t(channelWords[post.channel])
        return (
          <li key={post.channel} className={classes.row}>
            <div className={classes.head}>
              <span className={classes.name}>{name}</span>
              <Status kind={postKinds[post.state]}>{t(postWords[post.state])}</Status>
            </div>
            <Facts post={post} />
            {post.url === null ? null : (
              <Anchor href={post.url} target="_blank" rel="noreferrer" size="sm">
                {t('openThere', { name })}
              </Anchor>
            )}
            {mayBeSent(post) ? (
              <Button
                size="xs"
                variant="default"
                loading={busy === post.channel}
                aria-label={t('sendAgainTo', { name })}
                onClick={() => onSend(post.channel)}
              >
                {t('sendAgain')}
              </Button>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
