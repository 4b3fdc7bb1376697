import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import type { WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { IconDots, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { webhooks } from './api.ts'
import { ReceiverDialog } from './receiver-dialog.tsx'
import { ReceiverSecretCard } from './secret-card.tsx'

type ReceiverAction = 'edit' | 'rotate' | 'switchOff' | 'remove'

type Props = { receiver: WebhookReceiver; onRemoved: () => void }

/** What administrators do with a receiver. */
export const ReceiverActions = ({ receiver, onRemoved }: Props) => {
  const { t } = useTranslation('webhooks')
  const [opened, setOpened] = useState<ReceiverAction | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const { id: receiverId, name, offReason } = receiver
  const call = useMutation({
    mutationFn: async ({ run, text }: { run: () => Promise<unknown>; text: string }) => {
      await run()
      return text
    },
    onSuccess: (text) => notify.done({ text }),
    onError: (error) => notify.failed(error),
  })
  const test = () => call.mutate({ run: () => webhooks.test({ receiverId }), text: t('tested') })
  const switchOn = () =>
    call.mutate({ run: () => webhooks.setOn({ receiverId, isOn: true }), text: t('switchedOn', { name }) })
  const item = (what: ReceiverAction) => (
    <Menu.Item onClick={() => setOpened(what)} {...(what === 'remove' && { c: 'var(--red-ink)' })}>
      {t(what)}
    </Menu.Item>
  )
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={call.isPending}
        onClick={test}
      >
        {t('test')}
      </Button>
      <Menu position="bottom-end" width={220} shadow="md" radius="lg" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('more', { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {item('edit')}
          {item('rotate')}
          {offReason === null ? item('switchOff') : <Menu.Item onClick={switchOn}>{t('switchOn')}</Menu.Item>}
          {item('remove')}
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' ? <ReceiverDialog receiver={receiver} onClose={() => setOpened(null)} /> : null}
      {opened !== null && opened !== 'edit' ? (
        <Question
          what={opened}
          receiver={receiver}
          onSecret={setSecret}
          onRemoved={onRemoved}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {secret === null ? null : (
        // What is shown once is not lost by a click beside it.
        <BasicDialog onClose={() => setSecret(null)} closeOnClickOutside={false} title={t('secretTitle', { name })}>
          <ReceiverSecretCard secret={secret} onDone={() => setSecret(null)} />
        </BasicDialog>
      )}
    </Group>
  )
}

type QuestionProps = Props & {
  what: Exclude<ReceiverAction, 'edit'>
  onSecret: (secret: string) => void
  onClose: () => void
}

const Question = ({ what, receiver, onSecret, onRemoved, onClose }: QuestionProps) => {
  const { t } = useTranslation('webhooks')
  const { id: receiverId, name } = receiver
  const actions = {
    rotate: async () => {
      const made = await webhooks.rotate({ receiverId })
      onSecret(made.secret)
    },
    switchOff: async () => {
      await webhooks.setOn({ receiverId, isOn: false })
      notify.done({ text: t('switchedOff', { name }) })
    },
    remove: async () => {
      await webhooks.remove({ receiverId })
      notify.done({ text: t('removed', { name }) })
      onRemoved()
    },
  }
  return (
    <ConfirmDialog
      title={t(`${what}Title`, { name })}
      text={t(`${what}Text`)}
      action={t(what)}
      isDangerous={what !== 'rotate'}
      run={actions[what]}
      onClose={onClose}
    />
  )
}
