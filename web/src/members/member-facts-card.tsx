import { Card, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MemberDetails } from '@spacekeeper/contract/memberships.ts'
import classes from './member-facts-card.module.css'

/** What is known of a member whom its reader does not change. */
export const MemberFactsCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const facts = [
    ['firstName', member.firstName],
    ['lastName', member.lastName],
    ['email', member.email],
    ['mobile', member.phone],
    ['screenName', member.screenName],
    ...(member.vehicleRegistrationPlate ? ([['plate', member.vehicleRegistrationPlate]] as const) : []),
    ['excludeExport', t(member.excludeFromEmailExport ? 'yes' : 'no')],
    ['updateRequired', t(member.profileUpdateRequired ? 'yes' : 'no')],
  ] as const
  return (
    <Card component="section" aria-labelledby="member-profile">
      <Title order={2} id="member-profile">
        {t('profileTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('outranked')}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={classes.fact}>
            <dt>{t(label)}</dt>
            <dd>{value || t('notGiven')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
