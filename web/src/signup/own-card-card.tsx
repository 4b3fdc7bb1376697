import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import { hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { ReadCardRow } from '../mobile/read-card-row.tsx'
import { registerCard } from './api.ts'

/** The number of the card a newcomer holds. Who has none, or may not enter it, asks staff. */
export const OwnCardCard = ({ mayChange }: { mayChange: boolean }) => {
  const { t } = useTranslation('signup')
  const { contact } = useSite()
  const staff = contact.admin ? t('cardLater', { contact: contact.admin }) : t('cardAskStaff')
  return (
    <Card component="section" aria-labelledby="own-card">
      <Stack gap="md">
        <Title order={2} id="own-card">
          {t('cardHeading')}
        </Title>
        {mayChange ? (
          <>
            <Text>{t('cardText')}</Text>
            <CardForm />
          </>
        ) : null}
        <Text size="sm" c="dimmed">
          {staff}
        </Text>
      </Stack>
    </Card>
  )
}

const CardForm = () => {
  const { t } = useTranslation('signup')
  const { field, set, failure, isBusy, formProps } = useApiForm({
    initial: { accessCard: '' },
    schema: signupApi.registerCard.body,
    submit: (typed) => registerCard(typed),
    explain: (error) => (hasCode(error, 'cardTaken') ? { fields: { accessCard: errorText(error) } } : null),
  })
  return (
    <Form {...formProps}>
      <Stack gap="md">
        <TextInput {...field('accessCard')} label={t('cardNumber')} autoComplete="off" maxLength={20} />
        <ReadCardRow onRead={(number) => set('accessCard', number)} />
        <FormError>{failure}</FormError>
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('cardSave')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}
