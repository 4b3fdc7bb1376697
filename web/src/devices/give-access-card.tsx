import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Device } from '@spacekeeper/contract/devices/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { memberAccessQuery } from '../access/api.ts'
import { GrantEffectBadge } from '../access/grant-effect-badge.tsx'
import { useOneGrant } from '../access/one-grant.ts'
import { otherRefusal, reasonText } from '../access/refusals.ts'
import type { PickedMember } from '../search/api.ts'
import { MemberPicker } from '../search/member-picker.tsx'

/** Gives one member a device, or takes it away, with the words that stand on the page of the member. */
export const GiveAccessCard = ({ device }: { device: Device }) => {
  const { t } = useTranslation('devices')
  const [member, setMember] = useState<PickedMember | null>(null)
  return (
    <Card component="section" aria-labelledby="give-access">
      <Title order={2} id="give-access" mb={6}>
        {t('giveTitle')}
      </Title>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('giveText')}
        </Text>
        <MemberPicker
          // Unmarked: it finds the member that the card is about.
          onChoose={setMember}
        />
        <div aria-live="polite">{member ? <OneMember device={device} member={member} /> : null}</div>
      </Stack>
    </Card>
  )
}

const OneMember = ({ device, member }: { device: Device; member: PickedMember }) => {
  const { t } = useTranslation('devices')
  const query = useQuery(memberAccessQuery(member.id))
  const grant = useOneGrant(device)
  return (
    <Page query={query}>
      {({ doors, interlocks }) => {
        const item = [...doors, ...interlocks].find(({ id }) => id === device.id)
        if (!item) return null
        const other = item.granted ? null : otherRefusal(item)
        return (
          <Stack gap="sm" align="flex-start">
            <Group gap="xs">
              <GrantEffectBadge item={item} isMachine={device.kind === 'interlock'} />
            </Group>
            {other === null ? null : (
              <Text size="sm">{t('giveStillRefused', { reason: reasonText(other, item) })}</Text>
            )}
            <Button
              variant={item.granted ? 'default' : 'filled'}
              loading={grant.busyId !== null}
              onClick={() => grant.set(member, !item.granted)}
            >
              {t(item.granted ? 'takeAway' : 'give')}
            </Button>
          </Stack>
        )
      }}
    </Page>
  )
}
