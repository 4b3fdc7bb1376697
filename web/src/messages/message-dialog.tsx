import { Button, Drawer, Modal, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '@spacekeeper/contract/messages.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useProfile } from '#platform/session/session.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { Page } from '#platform/ui/page.tsx'
import { useIsPhone } from '#platform/ui/use-is-phone.ts'
import { messageQuery } from './api.ts'
import { MessageStateBadge } from './message-state-badge.tsx'
import classes from './message-dialog.module.css'

type Props = { messageId: number | null; onClose: () => void }

/** One message: a sheet on phones, a dialog elsewhere. */
export const MessageDialog = ({ messageId, onClose }: Props) => {
  const { t } = useTranslation('messages')
  const isPhone = useIsPhone()
  const shared = {
    opened: messageId !== null,
    onClose,
    title: t('message'),
    closeButtonProps: { 'aria-label': t('close') },
    children: messageId === null ? null : <OpenMessage messageId={messageId} />,
  }
  return isPhone ? (
    <Drawer {...shared} position="bottom" size="auto" classNames={{ content: classes.sheet ?? '' }} />
  ) : (
    <Modal {...shared} size={640} centered />
  )
}

const OpenMessage = ({ messageId }: { messageId: number }) => {
  const query = useQuery(messageQuery(messageId))
  return <Page query={query}>{(message) => <MessageText message={message} />}</Page>
}

const MessageText = ({ message }: { message: Message }) => {
  const { t } = useTranslation('messages')
  const profile = useProfile()
  const clipboard = useClipboard({ timeout: 2000 })
  const { text } = message
  const isForAdmins = message.isSecret && message.state === 'kept' && !profile?.admin
  return (
    <Stack gap="md">
      <Text fz="md" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {message.subject}
      </Text>
      <dl className={classes.facts}>
        <Fact name={t('to')}>{message.to}</Fact>
        <Fact name={t('columnState')}>
          <MessageStateBadge message={message} />
        </Fact>
        <Fact name={t('written')}>{formatMoment(message.createdAt)}</Fact>
        {message.sentAt ? <Fact name={t('sentAt')}>{formatMoment(message.sentAt)}</Fact> : null}
        {message.error ? <Fact name={t('error')}>{message.error}</Fact> : null}
      </dl>
      {text === null ? (
        <Text c="dimmed">{t(isForAdmins ? 'forAdmins' : 'notKept')}</Text>
      ) : (
        <>
          <div className={classes.text}>{text}</div>
          {clipboard.error ? <FormError>{t('copyFailed')}</FormError> : null}
          <Button
            variant="default"
            leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => clipboard.copy(text)}
            style={{ alignSelf: 'flex-start' }}
          >
            {clipboard.copied ? t('copied') : t('copy')}
          </Button>
          <VisuallyHidden role="status">{clipboard.copied ? t('copied') : null}</VisuallyHidden>
        </>
      )}
    </Stack>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
