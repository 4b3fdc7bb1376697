import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { Message, MessageFile } from '@spacekeeper/contract/messages/shapes.ts'
import { IconCheck, IconCopy, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatSize } from '#platform/i18n/format-size.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { SheetDialog } from '#platform/ui/sheet-dialog.tsx'
import { messageQuery } from './api.ts'
import { MessageActionsRow } from './message-actions-row.tsx'
import { MessageStateBadge } from './message-state-badge.tsx'
import { PreviewCard } from './preview-card.tsx'
import classes from './message-dialog.module.css'

type Props = { messageId: number | null; onClose: () => void }

/** One message: a sheet on phones, a dialog elsewhere. */
export const MessageDialog = ({ messageId, onClose }: Props) => {
  const { t } = useTranslation('messages')
  if (messageId === null) return null
  return (
    <SheetDialog onClose={onClose} title={t('message')} size={720} centered classNames={{ sheet: classes.sheet ?? '' }}>
      <OpenMessage messageId={messageId} />
    </SheetDialog>
  )
}

const OpenMessage = ({ messageId }: { messageId: number }) => {
  const query = useQuery(messageQuery(messageId))
  return <Page query={query}>{(message) => <MessageText message={message} />}</Page>
}

const MessageText = ({ message }: { message: Message }) => {
  const { t } = useTranslation('messages')
  const isMail = message.channel === 'email'
  return (
    <Stack gap="md">
      <Text fz="md" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {isMail ? message.subject : t('textMessage')}
      </Text>
      <dl className={classes.facts}>
        <Fact name={t('to')}>{message.to}</Fact>
        {message.member ? <Fact name={t('member')}>{message.member.fullName}</Fact> : null}
        <Fact name={t('columnState')}>
          <MessageStateBadge message={message} />
        </Fact>
        <Fact name={t('written')}>{formatMoment(message.createdAt)}</Fact>
        {message.sentAt ? <Fact name={t('sentAt')}>{formatMoment(message.sentAt)}</Fact> : null}
        {message.replyTo ? <Fact name={t('replyTo')}>{message.replyTo}</Fact> : null}
        {message.providerId ? <Fact name={t('providerId')}>{message.providerId}</Fact> : null}
        {message.error ? <Fact name={t('error')}>{message.error}</Fact> : null}
      </dl>
      {message.files.length > 0 ? <FilesList files={message.files} /> : null}
      <MessageActionsRow message={message} />
      {message.text === null ? (
        <Text c="dimmed">{t(message.isSecret ? 'notKept' : 'forgotten')}</Text>
      ) : (
        <>
          <PreviewCard title={t('previewOf', { subject: message.subject })} text={message.text} html={message.html} />
          <CopyButton text={message.text} />
        </>
      )}
    </Stack>
  )
}

const FilesList = ({ files }: { files: readonly MessageFile[] }) => {
  const { t } = useTranslation('messages')
  return (
    <ul className={classes.files} aria-label={t('files')}>
      {files.map(({ name, bytes }, at) => (
        <li key={at}>
          <IconPaperclip size={16} aria-hidden />
          <span>{t('fileOfSize', { name, size: formatSize(bytes) })}</span>
        </li>
      ))}
    </ul>
  )
}

const CopyButton = ({ text }: { text: string }) => {
  const { t } = useTranslation('messages')
  const clipboard = useClipboard({ timeout: 2000 })
  return (
    <Stack gap="xs">
      {clipboard.error ? <FormError>{t('copyFailed')}</FormError> : null}
      <Group>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => clipboard.copy(text)}
        >
          {clipboard.copied ? t('copied') : t('copy')}
        </Button>
      </Group>
      <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
