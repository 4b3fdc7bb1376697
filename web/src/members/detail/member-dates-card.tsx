import { Card, Title, Stack, Group, Text } from '@mantine/core'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Moment } from '#platform/ui/moment.tsx'

/** When what happened to a member. */
export const MemberDatesCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const dates = [
    ['dateRegistered', member.registeredAt],
    ['dateJoined', member.firstJoinedAt],
    ['dateInducted', member.lastInduction],
    ['dateSeen', member.lastSeen],
    ['dateChanged', member.profileUpdatedAt],
  ] as const
  return (
    <Card component="section" aria-labelledby="member-dates">
      <Title order={2} id="member-dates" mb="sm">
        {t('datesTitle')}
      </Title>
      <Stack gap={8}>
        {dates.map(([label, at]) => (
          <Group key={label} justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm" c="dimmed">
              {t(label)}
            </Text>
            <Text size="sm" component="span">
              {at ? <Moment at={at}>{formatDay(at)}</Moment> : t('notYet')}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}
