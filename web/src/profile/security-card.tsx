import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './profile.module.css'

/** The way to passkeys, codes and the history of logins. */
export const SecurityCard = () => {
  const { t } = useTranslation('profile')
  return (
    <Card component="section" aria-labelledby="security">
      <div className={classes.row}>
        <Stack gap={2}>
          <Title order={2} id="security">
            {t('securityHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('securityHint')}
          </Text>
        </Stack>
        <Button size="xs" variant="default" component={Link} to="/account/security">
          {t('securityOpen')}
        </Button>
      </div>
    </Card>
  )
}
