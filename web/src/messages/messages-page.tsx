import { Button, Group, Stack, Tabs } from '@mantine/core'
import type { MessageChannel, MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import { IconMail, IconSend } from '@tabler/icons-react'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import type { OutboxFilter } from './api.ts'
import { MessageDialog } from './message-dialog.tsx'
import { OutboxSheet } from './outbox-sheet.tsx'
import { SamplesSheet } from './samples-sheet.tsx'
import { TestMessageDialog } from './test-message-dialog.tsx'

/** What is looked for and which message is open stand in the address. */
type MessagesSearch = OutboxFilter & { message?: number; tab?: 'samples' }

const MessagesPage = () => {
  const { t } = useTranslation('messages')
  const { message = null, tab, ...filter } = Route.useSearch()
  const navigate = useNavigate()
  const isAdmin = useProfile()?.admin === true
  const [isTesting, setTesting] = useState(false)
  const go = (search: MessagesSearch) =>
    void navigate({ to: '/manage/messages', search, replace: true, resetScroll: false })
  return (
    <Tabs
      value={tab ?? 'outbox'}
      onChange={(next) => go(next === 'samples' ? { tab: 'samples' } : {})}
      keepMounted={false}
    >
      <Group justify="space-between" mb="md" gap="sm">
        <Tabs.List>
          <Tabs.Tab value="outbox">{t('tabOutbox')}</Tabs.Tab>
          <Tabs.Tab value="samples">{t('tabSamples')}</Tabs.Tab>
        </Tabs.List>
        <Button variant="default" leftSection={<IconSend size={16} aria-hidden />} onClick={() => setTesting(true)}>
          {t('sendTest')}
        </Button>
      </Group>
      <Tabs.Panel value="outbox">
        <Stack gap="md">
          <OutboxSheet filter={filter} showsJobs={isAdmin} onFilter={go} />
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="samples">
        <SamplesSheet />
      </Tabs.Panel>
      <MessageDialog messageId={message} onClose={() => go(filter)} />
      {isTesting ? <TestMessageDialog onClose={() => setTesting(false)} /> : null}
    </Tabs>
  )
}

const readId = (value: unknown) => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : undefined
}
const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 100) : ''

// Written out: this part of a page is in the first one, where the contract's schemas would be too heavy.
const channels: Record<MessageChannel, true> = { email: true, sms: true }
const states: Record<MessageState, true> = { queued: true, sent: true, kept: true, failed: true, cancelled: true }
const isKeyOf = <K extends string>(known: Record<K, true>, value: unknown): value is K =>
  typeof value === 'string' && Object.hasOwn(known, value)
const readKey = <K extends string>(known: Record<K, true>, value: unknown): K | undefined =>
  isKeyOf(known, value) ? value : undefined

const readSearch = (given: Record<string, unknown>): MessagesSearch => {
  const [message, member, text] = [readId(given['message']), readId(given['member']), readText(given['text'])]
  const mailing = readId(given['mailing'])
  const channel = readKey(channels, given['channel'])
  const state = readKey(states, given['state'])
  return {
    ...(message !== undefined && { message }),
    ...(member !== undefined && { member }),
    ...(mailing !== undefined && { mailing }),
    ...(text !== '' && { text }),
    ...(channel && { channel }),
    ...(state && { state }),
    ...(given['tab'] === 'samples' && { tab: 'samples' }),
  }
}

export const Route = createFileRoute('/manage/messages')({
  component: MessagesPage,
  validateSearch: readSearch,
  staticData: {
    title: 'messages:titleMessages',
    loggedIn: true,
    staff: 'members',
    menu: { group: 'admin', icon: IconMail, order: 90 },
  },
})
