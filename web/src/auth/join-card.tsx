import { Card, Title, Text, Button } from '@mantine/core'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { PageLink } from '#platform/ui/page-link.tsx'
import classes from './join-card.module.css'

/** What joining takes here; a step the site does not use is not listed. */
const stepsOf = ({ enableMail, signup: { hasOnlineInduction, requireAccessCard } }: SiteConfig['features']) =>
  [
    { title: 'stepAccount', hint: 'stepAccountHint' },
    { title: 'stepEmail', hint: enableMail ? 'stepEmailHint' : 'stepEmailHintNoMail' },
    ...(hasOnlineInduction ? [{ title: 'stepInduction', hint: 'stepInductionHint' } as const] : []),
    ...(requireAccessCard ? [{ title: 'stepCard', hint: 'stepCardHint' } as const] : []),
  ] as const

const leads: readonly ('joinTwo' | 'joinThree' | 'joinFour')[] = ['joinTwo', 'joinThree', 'joinFour']

/** Beside the login, in the site's colour: for people without an account. */
export const JoinPanel = () => {
  const { t } = useTranslation('auth')
  const { general, features } = useSite()
  const steps = stepsOf(features)
  return (
    <>
      <h2 className={classes.title}>{t('joinHeading', { siteName: general.siteName })}</h2>
      <p className={classes.lead}>{t(leads[steps.length - 2] ?? 'joinTwo')}</p>
      <ol className={classes.steps}>
        {steps.map(({ title, hint }, index) => (
          <li key={title} className={classes.step}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <span>
              <span className={classes.name}>{t(title)}</span>
              <span className={classes.hint}>{t(hint)}</span>
            </span>
          </li>
        ))}
      </ol>
      <PageLink to="/register" className={classes.action}>
        {t('createAccount')}
      </PageLink>
    </>
  )
}

/** The same in short, under the form where there is no room beside it. */
export const JoinCard = () => {
  const { t } = useTranslation('auth')
  return (
    <Card padding="md">
      <Title order={2}>{t('joinHeadingShort')}</Title>
      <Text size="sm" c="dimmed" mt={2}>
        {t('joinShort')}
      </Text>
      <Button component={PageLink} to="/register" variant="default" size="md" h={44} mt="sm" fullWidth>
        {t('createAccount')}
      </Button>
    </Card>
  )
}
