import { Card, Title, Text } from '@mantine/core'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import { isConditional, typedFields } from '@spacekeeper/contract/members/forms.ts'
import type { MemberDetails } from '@spacekeeper/contract/members/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './member-facts-card.module.css'

/** What is known of a member, for staff who may not change it. */
export const MemberFactsCard = ({ member }: { member: MemberDetails }) => {
  const { t } = useTranslation('members')
  const facts = [
    ...typedFields('staff').flatMap((name) =>
      isConditional(name) && !member[name] ? [] : [[memberFields[name].label, member[name]] as const],
    ),
    [memberFields.wantsNews.label, t(member.wantsNews ? 'yes' : 'newsOff')],
    [t('excludeExport'), t(member.excludeFromEmailExport ? 'yes' : 'no')],
    [t('updateRequired'), t(member.profileUpdateRequired ? 'yes' : 'no')],
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
            <dt>{label}</dt>
            <dd>{value || t('notGiven')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
