import { Button, Stack } from '@mantine/core'
import type { ProviderOutcome } from '@spacekeeper/contract/auth/provider-shapes.ts'
import { SecondFactorCode } from '@spacekeeper/contract/auth/shapes.ts'
import { z } from 'zod'
import { hasCode } from '#platform/api/api-error.ts'
import { api } from '#platform/api/client.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useApiForm } from '#platform/form/api-form.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { CodeField, focusAtOnce } from '../code-field.tsx'

const TypedCode = z.object({ code: SecondFactorCode.min(1) })

type Props = { state: string; onLoggedIn: (outcome: ProviderOutcome) => Promise<unknown> }

/** The second factor of a member who came by a provider: the account there is only the first. */
export const ProviderCodeForm = ({ state, onLoggedIn }: Props) => {
  const { t } = useTranslation('auth')
  const { field, failure, isBusy, formProps } = useApiForm({
    losesNothing: true,
    initial: { code: '' },
    schema: TypedCode,
    submit: async ({ code }) => onLoggedIn(await api.auth.finishProviderCode({ state, code })),
    explain: (error) => (hasCode(error, 'wrongCode') ? { fields: { code: errorText(error) } } : null),
  })
  return (
    <AuthFrame title={t('providerCodeHeading')} subtitle={t('providerCodeHint')}>
      <Form {...formProps}>
        <Stack gap={18}>
          <CodeField {...field('code')} ref={focusAtOnce} />
          {failure ? <FormError>{failure}</FormError> : null}
          <Button type="submit" size="lg" loading={isBusy}>
            {t('login')}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  )
}
