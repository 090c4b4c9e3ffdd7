import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { jpegOf } from '../support/photo-maker.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService, type TestService } from '../support/running-service.ts';

const SIZES: Record<string, BrowserContextOptions> = {
  'a small phone': { viewport: { width: 320, height: 568 }, isMobile: true, hasTouch: true },
  'a phone': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' },
  'a desk': { viewport: { width: 1280, height: 900 } },
};

describe.skipIf(!requireTool('chromium'))('the invitation page in Chromium', () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([openService(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function invite(type: string): Promise<{ id: number; url: string }> {
    const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ida Invited' } });
    const answer = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=${type}`);
    return { id: patient.id, url: ((await answer.json()) as { invitation_url: string }).invitation_url };
  }

  /** A visit in a browser window of its own; what the browser complains of, and every request, is kept. */
  async function visit<T>(options: BrowserContextOptions, url: string, walk: (page: Page) => Promise<T>) {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options });
    const complaints: string[] = [];
    const requests: string[] = [];
    try {
      const page = await context.newPage();
      page.on('console', (message) => complaints.push(message.text()));
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        dialog.dismiss().catch(() => {});
      });
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(url);
      return { result: await walk(page), complaints, requests };
    } finally {
      await context.close();
    }
  }

  const photo = async (name: string, seed: number) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await jpegOf({ seed }),
  });

  async function choosePhotos(page: Page): Promise<void> {
    await page.getByLabel('Front').setInputFiles(await photo('IMG_1', 1));
    await page.getByLabel('Left side').setInputFiles(await photo('IMG_2', 2));
    await page.getByLabel('Right side').setInputFiles(await photo('IMG_3', 3));
  }

  const send = (page: Page) =>
    Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Send to my clinic' }).click()]);

  const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

  test.each(Object.keys(SIZES))('without script, on %s, a patient sends photos and is thanked', async (size) => {
    const { id, url } = await invite('mammo');
    const { complaints, requests } = await visit(SIZES[size]!, url, async (page) => {
      expect(await heading(page)).toBe('Photos of your upper body');
      await choosePhotos(page);
      await page.getByLabel('Distance between the nipples').fill('21,5');
      await send(page);
      expect(await heading(page)).toBe('Thank you');
      await page.goto(url);
      expect(await heading(page)).toBe('This link does not work any more');
    });
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([url]));
    await expect
      .poll(async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0])
      .toMatchObject({ status: 'has_3d', mesaures: { nipple_to_nipple: 21.5 } });
  });

  test('the browser itself asks for what is missing', async () => {
    const { url } = await invite('mammo');
    const { requests } = await visit(SIZES['a desk']!, url, async (page) => {
      await page.getByRole('button', { name: 'Send to my clinic' }).click();
      expect(await page.locator('input:invalid').count()).toBe(4);
    });
    expect(requests).toEqual([url]);
  });

  test('a photo that does not pass is named beside its field, and the way there is a link', async () => {
    const { url } = await invite('face');
    await visit(SIZES['a phone']!, url, async (page) => {
      await choosePhotos(page);
      await page.getByLabel('Left side').setInputFiles({
        name: 'scan.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('%PDF-1.7 not a photo'),
      });
      await page.getByLabel('Distance between the pupils').fill('"><script>alert(1)</script>');
      await send(page);
      const alert = page.getByRole('alert');
      expect(await alert.isVisible()).toBe(true);
      expect(await alert.getByRole('listitem').count()).toBe(2);
      const left = page.getByLabel('Left side');
      expect(await left.getAttribute('aria-invalid')).toBe('true');
      const described = (await left.getAttribute('aria-describedby'))!.split(' ')[0];
      expect(await page.locator(`#${described}`).textContent()).toContain('This photo is a PDF file');
      expect(await page.getByLabel('Distance between the pupils').inputValue()).toBe(
        '"><script>alert(1)</script>'.slice(0, 20),
      );
      await alert.getByRole('link', { name: 'Left side' }).click();
      expect(await left.isVisible()).toBe(true);
      await choosePhotos(page);
      await page.getByLabel('Distance between the pupils').fill('');
      await send(page);
      expect(await heading(page)).toBe('Thank you');
    });
  });

  test('with script switched on, nothing that was typed runs', async () => {
    const { url } = await invite('face');
    const { complaints } = await visit({ ...SIZES['a desk']!, javaScriptEnabled: true }, url, async (page) => {
      await page.getByLabel('Distance between the pupils').evaluate((field) => field.removeAttribute('maxlength'));
      await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
      await page
        .getByLabel('Distance between the pupils')
        .fill('"><img src=x onerror=alert(1)><script>alert(2)</script>');
      await send(page);
      expect(await page.locator('script, img').count()).toBe(0);
      expect(await page.getByRole('alert').textContent()).toContain('Please choose this photo.');
    });
    expect(complaints.filter((text) => !text.includes('422'))).toEqual([]);
  });

  test.each(Object.keys(SIZES))('on %s all of it can be read, reached and touched', async (size) => {
    const { url } = await invite('body');
    const { complaints } = await visit(SIZES[size]!, url, async (page) => {
      const width = page.viewportSize()!.width;
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // The style came through the page's own policy.
      expect(await page.evaluate<string>(`getComputedStyle(document.querySelector('.cards')).display`)).toBe('grid');
      for (const field of await page.locator('input, button').all()) {
        const box = (await field.boundingBox())!;
        expect(box.height).toBeGreaterThanOrEqual(44);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
      }
      const fontSizes = await page.evaluate<number[]>(
        `[...document.querySelectorAll('p, li, label, input, h3')].map((one) => parseFloat(getComputedStyle(one).fontSize))`,
      );
      expect(Math.min(...fontSizes)).toBeGreaterThanOrEqual(15);
    });
    expect(complaints).toEqual([]);
  });

  test('the keyboard alone goes through the fields in order and ends at the button', async () => {
    const { url } = await invite('mammo');
    await visit(SIZES['a desk']!, url, async (page) => {
      const reached: string[] = [];
      for (let press = 0; press < 5; press++) {
        await page.keyboard.press('Tab');
        reached.push(await page.evaluate<string>('document.activeElement.id || document.activeElement.tagName'));
      }
      expect(reached).toEqual(['photo-front', 'photo-left', 'photo-right', 'measure-nipple_to_nipple', 'BUTTON']);
    });
  });

  test('a screen reader hears a name, what to do and what is wrong', async () => {
    const { url } = await invite('mammo');
    await visit(SIZES['a desk']!, url, async (page) => {
      const tree = await page.locator('body').ariaSnapshot();
      for (const name of ['Front', 'Left side', 'Right side']) expect(tree).toContain(`button "${name}"`);
      expect(tree).toContain('textbox "Distance between the nipples, in cm"');
      expect(tree).toContain('heading "Your photos" [level=2]');
      expect(tree).not.toContain('img');
    });
  });
});
