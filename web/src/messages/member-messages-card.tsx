import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { memberMessagesQuery } from './api.ts'
import { MessageStateBadge } from './message-state-badge.tsx'
import { SmsDialog } from './sms-dialog.tsx'

type Props = { member: { id: number; name: string; phone: string; smsNumber: string | null } }

/** The last messages to a member, and a text message to them. */
export const MemberMessagesCard = ({ member }: Props) => {
  const { t } = useTranslation('messages')
  const [isWriting, setWriting] = useState(false)
  const { data } = useQuery(memberMessagesQuery(member.id))
  const isSmsOn = useSite().features.sms.enable
  const whyNot = isSmsOn ? (member.smsNumber === null ? t('smsNoNumber') : null) : t('smsOff')
  return (
    <Card component="section" aria-labelledby="member-messages">
      <Title order={2} id="member-messages" mb="sm">
        {t('titleMessages')}
      </Title>
      <Stack gap="sm">
        {data?.messages.map((message) => (
          <Stack key={message.id} gap={2}>
            <Anchor
              size="sm"
              lineClamp={1}
              renderRoot={(props) => (
                <Link {...props} to="/manage/messages" search={{ member: member.id, message: message.id }} />
              )}
            >
              {message.subject}
            </Anchor>
            <Group gap="xs">
              <MessageStateBadge message={message} />
              <Text size="sm" c="dimmed" component="span">
                <Moment at={message.createdAt} />
              </Text>
            </Group>
          </Stack>
        ))}
        {data?.messages.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('memberNone')}
          </Text>
        ) : (
          <Anchor
            size="sm"
            renderRoot={(props) => <Link {...props} to="/manage/messages" search={{ member: member.id }} />}
          >
            {t('memberAll')}
          </Anchor>
        )}
        {whyNot === null ? null : (
          <Text size="sm" c="dimmed">
            {whyNot}
          </Text>
        )}
        <Group>
          <Button variant="default" disabled={whyNot !== null} onClick={() => setWriting(true)}>
            {t('smsWrite')}
          </Button>
        </Group>
      </Stack>
      {isWriting ? <SmsDialog member={member} onClose={() => setWriting(false)} /> : null}
    </Card>
  )
}
